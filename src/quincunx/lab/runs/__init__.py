"""Running trials: one here or many in workers, with a journal so that nothing finished is lost."""
