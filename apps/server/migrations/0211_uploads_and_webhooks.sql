-- What an upload in parts has announced, until it has ended: its bytes count within the quota. Uploads that the last release begins
-- announce nothing; it may serve and sell beside this one.
ALTER TABLE failed_attempts ADD COLUMN bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0);

-- Whether the endpoint is on the machine of the server itself, and was added from there: only then may its messages go there. Endpoints
-- from before, and those that the last release adds, may not.
ALTER TABLE webhook_endpoints ADD COLUMN is_on_this_machine boolean NOT NULL DEFAULT false;
