"""The pages of the manual."""
from layouts import CELL
from story import story


@story("help.js")
def search_the_manual(b, service):
    b.open("/help")
    assert len(b.all("main h2")) > 10
    b.type("#query", "FITTING size")
    b.wait(lambda: any("Rows that nobody wrote" in text for text in b.texts(".results a")), "the section is not found")
    b.click(".results a", "Rows that nobody wrote")
    b.wait(lambda: b.driver.current_url.endswith("/help/documents#rows-that-nobody-wrote"), "the section was not opened")
    b.expect_text("nav a[aria-current]", "Documents")
    b.type("#query", "no-such-word")
    b.expect_text("#search [role='status']", "No section matches.")
    b.picture("manual")


@story("diagnoses.js")
def a_card_leads_to_its_cause_in_the_manual(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.one(".finding.conflicting")
    cause = b.one(".finding.conflicting .about a").text.replace(" ", "-")
    b.click(".finding.conflicting .about a")
    b.wait(lambda: b.driver.current_url.endswith(f"/help/causes#{cause}"), "the cause was not opened")
    b.expect_text(":target", cause)
