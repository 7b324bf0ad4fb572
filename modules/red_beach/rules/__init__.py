"""The rules of Red Beach One, one file a topic, each citing the rule it states."""
