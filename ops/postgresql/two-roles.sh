# Sourced once by the image of PostgreSQL, when it makes its cluster: the role that owns the database, and the role that runs the product.
# That one owns nothing; Apogee grants it its rights at the start (docs/decisions/database-engine.md). REPLICATION is for backups.
# The image runs this as its user postgres (999), who must be able to read the files.
owner_password="$(cat /run/secrets/owner-database-password)"
running_password="$(cat /run/secrets/running-database-password)"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set owner_password="${owner_password:?}" --set running_password="${running_password:?}" <<'SQL'
CREATE ROLE apogee_owner LOGIN PASSWORD :'owner_password';
ALTER DATABASE apogee OWNER TO apogee_owner;
CREATE ROLE apogee_running LOGIN REPLICATION PASSWORD :'running_password';
REVOKE TEMPORARY ON DATABASE apogee FROM PUBLIC;
SQL
