#!/bin/sh
# Gives the primary's place to another machine when the disk is nearly full: a database that refuses rows is a sound one to
# Patroni. One on each machine of the cluster, as the account of PostgreSQL; where a replica runs, it only keeps the reserve.
#
#   full-disk.sh SETTINGS NAME FOLDER MEGABYTES
#
# SETTINGS and NAME are Patroni's file and this machine's name in it. Less than MEGABYTES free in FOLDER is too little; as much is
# kept in a file, and set free first: PostgreSQL can't stop cleanly on a full disk, and would come back only by hand.
set -eu
settings=$1 name=$2 folder=$3 least=$4
reserve=$folder/reserve-for-full-disk

while sleep 1; do
  free=$(df --output=avail --block-size=1M "$folder" | tail -n 1)
  if [ "$free" -ge $((3 * least)) ] && [ ! -e "$reserve" ]; then
    fallocate --length "${least}MiB" "$reserve"
  fi
  [ "$free" -lt "$least" ] || continue
  echo "$free MB are free in $folder, less than $least"
  rm -f "$reserve"
  if patronictl -c "$settings" switchover --leader "$name" --force; then
    # When every disk is full, the primary's place doesn't wander from one to the next without an end.
    sleep 600
  else
    sleep 5
  fi
done
