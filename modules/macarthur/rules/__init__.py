"""The rules of MacArthur, a file a step or a matter."""
