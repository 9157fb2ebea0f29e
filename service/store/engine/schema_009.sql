-- The end of an API key (contract §5). `expires_at` is the last millisecond at which it works. `expired_at` is set by the
-- first call that was refused because of it, so that a clock that goes back does not bring the key to life again.
-- `last_used_from` is the address of the connection of `last_used_at`.

ALTER TABLE api_keys ADD COLUMN expires_at INTEGER;
ALTER TABLE api_keys ADD COLUMN expired_at INTEGER;
ALTER TABLE api_keys ADD COLUMN last_used_from TEXT;
