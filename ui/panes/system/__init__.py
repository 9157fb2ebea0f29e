"""Your own system: three modes, API keys, and the scheduled pull with its set-up and history."""
