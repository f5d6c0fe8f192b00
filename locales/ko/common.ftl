# 여러 곳에서 쓰는 문장. locales/en/common.ftl과 id가 같아야 한다.
pages = { $count }쪽
