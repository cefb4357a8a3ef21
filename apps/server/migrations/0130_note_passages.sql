-- The block of a text lesson that a note belongs to, from 0, and how the block began when the note was made. A note without both
-- belongs to the whole lesson, to a time or to a page.
ALTER TABLE lesson_notes
  ADD COLUMN block int CHECK (block BETWEEN 0 AND 100000),
  ADD COLUMN quote text CHECK (length(quote) BETWEEN 1 AND 200),
  ADD CONSTRAINT lesson_notes_passage CHECK ((block IS NULL) = (quote IS NULL));
