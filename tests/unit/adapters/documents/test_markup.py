"""What the markup of a page says of it is taken out whole, within bounds, and never breaks the reading."""

import json

import pytest

from pathfinder.adapters.documents.parsing import parsed
from pathfinder.protocols.evidence.self_description import SelfDescription

BODY = "<body><article><p>The gates held in the winter of 2031, the harbour board said.</p></article></body>"


def said(head: str, body: str = BODY) -> SelfDescription:
    page = f"<html><head>{head}</head>{body}</html>"
    return SelfDescription.model_validate(dict(parsed("html", page.encode(), 10_000).said))


def linked(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_a_plain_page_says_nothing() -> None:
    assert said("<title>Gates</title>") == SelfDescription()


def test_the_types_of_the_page_are_read_and_not_those_of_what_it_mentions() -> None:
    head = linked(
        {
            "@graph": [
                {
                    "@type": "WebPage",
                    "mainEntity": {"@type": ["TechArticle"], "author": {"name": "Ada Lind"}},
                },
                {
                    "@type": "WebSite",
                    "publisher": {"@type": "Organization", "url": "https://harbour.example"},
                },
                {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ScholarlyArticle"}]},
            ]
        }
    )
    found = said(head)
    assert found.kinds == ("webpage", "website", "breadcrumblist", "techarticle")
    assert found.byline
    assert found.organisations == ("https://harbour.example",)


def test_an_organisation_names_its_own_address() -> None:
    assert said(linked([{"@type": "Organization", "url": "https://a.example/"}])).organisations == (
        "https://a.example/",
    )
    assert said(linked({"@type": "Person", "url": "https://a.example/"})).organisations == ()


def test_microdata_and_open_graph_tell_an_article() -> None:
    body = '<body itemscope itemtype="https://schema.org/BlogPosting"><p>The gates held in 2031.</p></body>'
    assert said('<meta property="og:site_name" content="The Bay">', body).kinds == ("blogposting",)
    found = said(
        '<meta property="og:type" content="article"><meta property="og:site_name" content="The Bay">'
    )
    assert (found.kinds, found.site_name) == (("article",), "The Bay")


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="article:published_time" content="2031-02-03T04:05:06Z">',
        '<meta name="DC.date" content="2031-02-03">',
        linked({"@type": "Article", "datePublished": "2031-02-03"}),
    ],
)
def test_a_declared_date_counts(head: str) -> None:
    assert said(head).dated


def test_a_date_that_merely_stands_in_the_text_does_not() -> None:
    assert not said(
        "<title>Gates</title>", "<body><p>Copyright 3 February 2031, all rights reserved.</p></body>"
    ).dated


def test_a_byline_counts_and_the_name_of_a_system_does_not() -> None:
    assert said('<meta name="author" content="Ada Lind">').byline
    assert not said('<meta name="author" content="admin">').byline


def test_the_tags_of_journals_tell_a_paper_only_together() -> None:
    title = '<meta name="citation_title" content="Gates">'
    assert said(f'{title}<meta name="citation_journal_title" content="Waters">').citation
    assert not said(title).citation
    assert not said('<meta name="citation_journal_title" content="Waters">').citation


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="ai-generated" content="TRUE">',
        linked(
            {
                "@type": "Article",
                "digitalSourceType": "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
            }
        ),
    ],
)
def test_markup_can_say_that_a_machine_made_the_page(head: str) -> None:
    assert said(head).machine_made


@pytest.mark.parametrize(
    "head",
    [
        '<script type="application/ld+json">{not json</script>',
        f'<script type="application/ld+json">{"[" * 5_000}</script>',
        '<script type="application/ld+json">[1, null, "x", {"@type": 7, "publisher": "x"}]</script>',
        f'<script type="application/ld+json">{{"@type": "Article", "x": "{"y" * 300_000}"}}</script>',
    ],
    ids=["broken", "deep", "odd", "long"],
)
def test_hostile_markup_says_nothing_and_the_page_is_read(head: str) -> None:
    assert said(head) == SelfDescription()


def test_a_page_full_of_markup_gives_a_bounded_description() -> None:
    many = [{"@type": f"Type{n}", "publisher": {"url": "https://a.example/" + "x" * 500}} for n in range(300)]
    found = said("".join(linked(many) for _ in range(3)))
    assert len(found.kinds) == 20
    assert len(found.model_dump_json()) < 10_000
