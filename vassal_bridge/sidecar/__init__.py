"""Watches a folder of saves and answers each with a new one."""
