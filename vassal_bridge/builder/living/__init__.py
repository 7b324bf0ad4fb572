"""What is done to a module that is played already: new versions, merging, scaling."""
