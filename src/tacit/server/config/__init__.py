"""What a host can set, and the limits of a site. Every room of the server may import it."""

from tacit.server.config.config import Config
from tacit.server.config.limits import Limits

__all__ = ["Config", "Limits"]
