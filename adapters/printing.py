"""A page as PDF, printed by a Chromium, Chrome or Edge that is installed on this machine."""

import os
import subprocess
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
PATIENCE_S = 120.0
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
)


def pdf_of(page: str) -> bytes:
    """The page as it is printed."""
    browser = next((found for name in BROWSERS if (found := which(name)) is not None), None)
    if browser is None:
        raise UserError(Message("pdf-needs-browser"))
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        written, made = Path(folder) / "report.html", Path(folder) / "report.pdf"
        written.write_text(page, encoding="utf-8", errors="replace")
        command = [browser, *_FLAGS, f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}"]
        if os.geteuid() == 0:
            # Chromium refuses to run as root otherwise. The page has no script, and its policy allows none.
            command.append("--no-sandbox")
        try:
            subprocess.run(
                [*command, written.as_uri()],
                check=True,
                timeout=PATIENCE_S,
                stdin=subprocess.DEVNULL,
                capture_output=True,
            )
            return made.read_bytes()
        except (subprocess.SubprocessError, OSError):
            raise UserError(Message("pdf-not-printed", browser=browser)) from None
