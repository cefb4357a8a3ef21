-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS discussions_resource_idx ON discussions (resource_id, id DESC) WHERE resource_id IS NOT NULL;
ALTER TABLE discussions VALIDATE CONSTRAINT discussions_resource_id_fkey;
ALTER TABLE discussions VALIDATE CONSTRAINT discussions_position_check;
