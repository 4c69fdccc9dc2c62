"""Looking back at games: told, reviewed, drawn. The site, the commands and games import it."""
