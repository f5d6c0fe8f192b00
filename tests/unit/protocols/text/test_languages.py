"""The script of a text tells its language, in spite of foreign terms."""

import pytest

from pathfinder.protocols.text.languages import language


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("재택근무는 생산성을 높이는가", "ko"),
        ("LLM hallucination 감소 방법", "ko"),
        ("Transformer attention mechanism 설명", "ko"),
        ("RAG란?", "ko"),
        ("大韓民國 헌법 제1조", "ko"),
        ("Does remote work raise productivity?", "en"),
        ("what does the word 정 mean in Korean culture", "en"),
        ("¿El teletrabajo aumenta la productividad?", "en"),
        ("テレワークは生産性を上げるか", "ja"),
        ("远程办公会提高生产率吗", "zh"),
        ("повышает ли удалённая работа производительность", "ru"),
        ("هل يزيد العمل عن بعد الإنتاجية", "ar"),
        ("האם עבודה מרחוק מגדילה פריון", "he"),
        ("क्या घर से काम करने से उत्पादकता बढ़ती है", "hi"),
        ("การทำงานทางไกลเพิ่มผลผลิตหรือไม่", "th"),
        ("αυξάνει η τηλεργασία την παραγωγικότητα", "el"),
        ("2024 + 3.5%", "en"),
        ("", "en"),
    ],
)
def test_language(text: str, told: str) -> None:
    assert language(text) == told
