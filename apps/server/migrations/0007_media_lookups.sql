-- Whoever asks for a file is asked what it is part of: a cover, a caption track, a picture of a person.
CREATE INDEX courses_image_idx ON courses (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX media_captions_track_idx ON media_captions (caption_media_id);
CREATE INDEX users_avatar_idx ON users (avatar_url) WHERE avatar_url IS NOT NULL;
