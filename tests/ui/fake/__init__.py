"""What is outside of the program: the computer, its clock, its file dialogs."""
