-- Courses of the time before 0065; those that are written meanwhile are there already. In a transaction of its own: creating a trigger
-- locks the table, and filling takes a second for some hundred courses.
INSERT INTO course_search
SELECT c.id, search_form(c.title || ' ' || c.description), course_facets(c) FROM courses c
ON CONFLICT DO NOTHING;

INSERT INTO course_words
SELECT DISTINCT word FROM courses c CROSS JOIN LATERAL words_to_suggest(c.title) word WHERE c.is_listed ORDER BY word
ON CONFLICT DO NOTHING;
