"""The sequences of MacArthur, a file each."""
