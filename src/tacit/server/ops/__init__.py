"""What a host looks at: logs, metrics, health. Every room of the server may import it."""
