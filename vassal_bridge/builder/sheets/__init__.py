"""Print-ready counter sheets: laid out in blocks, fronts and backs, as PDF and PNG."""
