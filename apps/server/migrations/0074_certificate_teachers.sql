-- outside a transaction
-- Erasing an account removes the name from the certificates that name it as teacher.
CREATE INDEX CONCURRENTLY IF NOT EXISTS certificates_teacher_idx ON certificates (teacher_id) WHERE teacher_id IS NOT NULL;
