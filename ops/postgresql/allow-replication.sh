# Sourced once by the image of PostgreSQL, when it makes its cluster: backups receive the log over the network of the containers.
echo 'host replication all samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
