#!/usr/bin/env bash
# Starts the service on 127.0.0.1:8080, with the plumbline that is installed if it is as new as this checkout, else with a
# release build. Sessions are kept in one SQLite file, $XDG_DATA_HOME/plumbline/plumbline.db (without XDG_DATA_HOME:
# ~/.local/share). Options go to `plumbline serve` and win: Scripts/serve.sh --port 9000 --database /tmp/try.db
set -euo pipefail
source "$(dirname "$0")/lib.sh"
use_installed || need_binary
data=${XDG_DATA_HOME:-$HOME/.local/share}/plumbline
database=()
case " $* " in
*" --database"*) ;;
*)
    mkdir -p "$data"
    database=(--database "$data/plumbline.db")
    ;;
esac
exec "$binary" serve "${database[@]}" "$@"
