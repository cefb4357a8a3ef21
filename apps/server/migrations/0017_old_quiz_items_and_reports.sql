-- Items that were called a quiz before a quiz was a file of questions: what they hold is handed out as any other file.
UPDATE course_resources AS item SET file_type = 'other'
  FROM media WHERE media.id = item.media_id AND item.file_type = 'quiz' AND media.content_type <> 'application/json';

-- Deleting a question deletes its answers.
CREATE INDEX answers_question_idx ON answers (question_id);

-- Learners of a course in the order of their ids, one batch after the other.
DROP INDEX enrolments_course_idx;
CREATE INDEX enrolments_course_idx ON enrolments (course_id, user_id) WHERE revoked_at IS NULL;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('course.enrolled', 'order.paid', 'order.refunded', 'certificate.issued', 'badge.earned', 'attempt.graded',
           'discussion.answered', 'post.reported'));
-- Reports of one discussion are told once until that is read.
CREATE UNIQUE INDEX notifications_unread_report_key ON notifications (user_id, (data->>'discussionId'))
  WHERE kind = 'post.reported' AND read_at IS NULL;
