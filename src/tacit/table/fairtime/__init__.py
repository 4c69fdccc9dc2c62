"""Fair time: connections, round trips, held presses, absence, clocks. It imports `decide`."""
