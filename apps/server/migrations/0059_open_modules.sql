-- Which modules are open to a learner is decided by this view; the items of an open module follow it. A rule about time, such as
-- a module that opens some days after enrolment, is a condition here (and no longer in open_resources, as 0057 said).
CREATE VIEW open_modules AS
SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order
  FROM active_enrolments e JOIN published_modules m ON m.course_id = e.course_id;

CREATE OR REPLACE VIEW open_resources AS
SELECT m.user_id, r.id, r.content_id, r.course_id, r.media_id, r.title, r.file_type, r.module_sort_order, r.sort_order
  FROM open_modules m JOIN published_resources r ON r.content_id = m.id;
