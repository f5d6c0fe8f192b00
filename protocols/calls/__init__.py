"""What passes between the parts: questions to a model and answers, events, ports, steps and targets."""
