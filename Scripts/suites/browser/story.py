"""What a user does with the page: each story names the scripts without which it must fail."""

STORIES = []


def story(*scripts):
    def register(work):
        STORIES.append((work.__name__.replace("_", " "), scripts, work))
        return work

    return register
