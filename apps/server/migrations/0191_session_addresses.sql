-- The network (an IPv4 address, or the /64 of an IPv6 one) at the sign-in, and at the last recorded use. Null for sessions of older releases.
ALTER TABLE sessions ADD COLUMN signed_in_address text, ADD COLUMN last_seen_address text;
