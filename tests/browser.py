"""A browser without a window, for tests of pages on disk."""

from __future__ import annotations

import base64
import contextlib
import json
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PROGRAMS = ("chromium", "chromedriver")

MISSING = [program for program in PROGRAMS if shutil.which(program) is None]

LOG_SECONDS = 60
"""How long what the console said may take to arrive, on a loaded machine."""

SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
)


class Browser:
    """One Chromium with an empty profile; what its pages ask for and complain of is kept."""

    def __init__(self, folder: Path) -> None:
        self.downloads = folder / "downloads"
        self.downloads.mkdir(parents=True)
        options = Options()
        for switch in (*SWITCHES, f"--user-data-dir={folder / 'profile'}"):
            options.add_argument(switch)
        options.binary_location = str(shutil.which("chromium"))
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(
            options=options, service=Service(executable_path=str(shutil.which("chromedriver")))
        )
        self.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))

    def send(self, command: str, **arguments: Any) -> dict[str, Any]:
        """A command of the DevTools protocol."""
        answer: dict[str, Any] = self.driver.execute_cdp_cmd(command, arguments)
        return answer

    def resize(self, width: int, height: int) -> None:
        """Have a window of that many CSS pixels; narrow ones are a telephone's."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def prefer(self, scheme: str = "light", media: str = "screen") -> None:
        """What the page's style is asked for: light or dark, on screen or in print; no motion."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.send("Emulation.setEmulatedMedia", media=media, features=features)

    def open(self, page: Path, fragment: str = "") -> None:
        """Load a page from disk, anew whatever is open."""
        self.driver.get("about:blank")
        self.forget()
        self.driver.get(page.as_uri() + (f"#{fragment}" if fragment else ""))

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script in the page returns."""
        return self.driver.execute_script(script, *arguments)

    def one(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[Any]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def complaints(self) -> list[str]:
        """What the console said since `open`.

        It comes some time after it was said: what is said last here is waited for.
        """
        end = f"the end of what was said: {uuid.uuid4()}"
        self.run("console.error(arguments[0])", end)
        found: list[str] = []
        latest = time.monotonic() + LOG_SECONDS
        while not any(end in line for line in found):
            assert time.monotonic() < latest, "the console's log does not come"
            found += [entry["message"] for entry in self.driver.get_log("browser")]
        return [line for line in found if end not in line]

    def requests(self) -> list[str]:
        """Every address that the page asked for since `open`."""
        messages = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def forget(self) -> None:
        """Drop what was kept of the console and of requests."""
        self.driver.get_log("browser")
        self.driver.get_log("performance")

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Save what the window shows, or the whole page, as PNG."""
        answer = self.send("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser that ends with the block."""
    started = Browser(folder)
    try:
        yield started
    finally:
        started.driver.quit()
