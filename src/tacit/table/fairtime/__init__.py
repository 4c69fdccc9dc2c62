"""Fair time: round trips, the held queue, absence, clocks. `table` imports it."""
