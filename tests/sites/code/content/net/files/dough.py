x = True
