-- The author's rule for certificates of a course (docs/decisions/achievements.md). A course without a row issues them.
-- Oldest release that may serve: 0130, which issues certificates in spite of a rule.
CREATE TABLE certificate_rules (
  course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
  is_on boolean NOT NULL,
  changed_by bigint NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL
);

CREATE VIEW courses_without_certificates AS SELECT course_id FROM certificate_rules WHERE NOT is_on;

-- Sales pages name the certificate. The deletion of a course announces itself.
CREATE TRIGGER certificate_rules_inserted_tell AFTER INSERT ON certificate_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
CREATE TRIGGER certificate_rules_updated_tell AFTER UPDATE ON certificate_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_these_courses_changed();
