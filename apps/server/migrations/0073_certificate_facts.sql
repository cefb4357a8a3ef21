-- Videos that learners see of a course; `seconds` is null while the length is unknown.
CREATE VIEW published_videos AS
SELECT r.id, r.course_id, m.seconds
  FROM published_resources r LEFT JOIN media m ON m.id = r.media_id
 WHERE r.file_type = 'video';

-- Facts of the day of issue (docs/decisions/achievements.md). Certificates that were issued before have none: who taught the course
-- on that day, and how long its videos were, is not recorded.
ALTER TABLE certificates
  ADD COLUMN teacher_id bigint REFERENCES users,
  -- Null for a teacher without a name, and once their account is erased.
  ADD COLUMN teacher_name text,
  -- Whole minutes of published video; null when a video's length is unknown, or there is none.
  ADD COLUMN video_minutes integer CHECK (video_minutes > 0),
  -- When the learner saw that the course is finished. Those issued before this migration count as seen.
  ADD COLUMN seen_at timestamptz DEFAULT now();
ALTER TABLE certificates ALTER COLUMN seen_at DROP DEFAULT;
