from tapworld_env.observations import Element
from tapworld_eval.grounding.phone import instructions
from tapworld_eval.grounding.phone.intents import intent_key
from tapworld_scenarios import load_catalog
from tapworld_scenarios.steps import Fill, Open, Tap, walk


def element(index, **fields):
    defaults = {
        "id": "",
        "text": "",
        "description": "",
        "role": "button",
        "clickable": True,
        "bounds": (0, 60 * index, 90, 60 * index + 60),
        "package": "mail",
    }
    return Element(index=index, **{**defaults, **fields})


def inbox(first_top=100):
    """A list of mails below a bar; each row has a star."""
    found = [element(0, role="", clickable=False, bounds=(0, 100, 400, 1000))]
    found.append(element(1, id="threads", role="list", clickable=False, parent=0))
    for n in range(4):
        top, bottom = first_top + 200 * n, first_top + 200 * (n + 1)
        text = f"Person {n}\n8:00\nSubject {n}"
        seen = top > 50
        row = {"parent": 1, "visible": seen}
        found.append(
            element(len(found), id=f"row-{n}", text=text, bounds=(0, top, 300, bottom), **row)
        )
        star = (300, top + 50, 400, bottom - 50)
        found.append(element(len(found), id=f"star-{n}", description="Star", bounds=star, **row))
    return found


def words(elements, kind=None, app="mail"):
    return {(e.element, e.words) for e in instructions(elements, app) if kind in (None, e.kind)}


def test_words_that_mean_two_elements_are_left_out():
    made = words([element(0, text="Reply"), element(1, text="reply"), element(2, text="Ok")])
    assert made == {(2, 'Tap "Ok"')}


def test_text_is_the_label_where_it_is_drawn_and_never_a_badge():
    tab = element(0, role="tab", text="11\nInbox", description="Inbox", id="tab-inbox")
    assert words([tab], "text") == {(0, 'Tap "Inbox"')}


def test_function_by_label_and_by_intent():
    made = words(
        [
            element(0, description="Wi-Fi", role="switch", checked=True),
            element(1, id="compose", description="Compose"),
            element(2, text="Hidden", visible=False),
            element(3, id="search-filters", description="Filters", enabled=False),
        ],
        "function",
    )
    assert made == {
        (0, "Turn off: Wi-Fi"),
        (1, "Compose"),
        (1, "Write a new mail"),
    }


def test_intents_name_what_the_row_says():
    assert (2, 'Open the mail "Subject 0"') in words(inbox(), "function")


def test_the_star_of_the_third_mail():
    elements = inbox()
    found = words(elements, "relation")
    third = next(e.index for e in elements if e.id == "star-2")
    assert (third, "The star of the third mail") in found
    assert (third, 'The star beside "Person 2"') in found
    assert (third - 1, "The third mail from the top") in found


def test_rows_are_not_counted_below_one_that_shows_in_part():
    """Of the first row, 40 pixels stick out below the bar: which one is the third?"""
    found = {said for _, said in words(inbox(first_top=-60), "relation")}
    assert not any("third" in said for said in found)
    assert 'The star beside "Person 2"' in found
    assert any("third" in said for _, said in words(inbox(first_top=-95), "relation"))


def test_tabs_by_their_neighbours():
    bar = [
        element(n, role="tab", text=text, bounds=(100 * n, 0, 100 * n + 100, 50))
        for n, text in enumerate(("Inbox", "Search"))
    ]
    assert words(bar, "relation") == {
        (1, 'The tab to the right of "Inbox"'),
        (0, 'The tab to the left of "Search"'),
    }


def test_everything_that_the_solutions_of_the_tasks_touch_has_an_intent():
    missing = set()
    for scenario in load_catalog().scenarios.values():
        app = scenario.apps[0]
        for step in walk(scenario.oracle):
            app = step.app if isinstance(step, Open) else app
            target = step.target if isinstance(step, Tap | Fill) else None
            if target is None or target.id is None or "{" in target.id:
                continue
            test_id = target.id.replace("*", "1")
            lists = ("", "threads", "results", "activity") if test_id.startswith("row-") else ("",)
            if not any(intent_key(app, test_id, name) for name in lists):
                missing.add((app, target.id))
    assert missing == set()
