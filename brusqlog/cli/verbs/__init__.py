"""How the verbs are called: options, help and examples. What a verb does is in the module of `cli`
that it loads when it runs."""
