# Messages that every part uses. The same ids are in locales/ko/common.ftl (tests/unit/locales).
pages = { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
