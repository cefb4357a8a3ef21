-- Two more reasons why a stream failed: its job ran out of attempts, or the disk had no room for it.
ALTER TABLE media_streams
  DROP CONSTRAINT media_streams_problem_check,
  ADD CONSTRAINT media_streams_problem_check CHECK
    (problem IN ('no_ffmpeg', 'no_picture', 'too_large', 'unreadable', 'too_slow', 'interrupted', 'no_space'));
