# Sourced once by the image of PostgreSQL, when it makes its cluster: the role that runs the product. It owns nothing; Apogee grants it
# its rights at the start (docs/decisions/database-roles.md). REPLICATION is for backups.
# The image runs this as its user postgres (999), who must be able to read the file.
running_password="$(cat /run/secrets/running-database-password)"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set password="${running_password:?}" <<'SQL'
CREATE ROLE apogee_running LOGIN REPLICATION PASSWORD :'password';
REVOKE TEMPORARY ON DATABASE apogee FROM PUBLIC;
SQL
