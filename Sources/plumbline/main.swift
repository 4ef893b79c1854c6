print("plumbline")
