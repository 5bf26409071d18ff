#!/bin/sh
# SPDX-License-Identifier: MIT
# test_rooms.sh SOURCE: the rooms include each other in one direction only, and a model is known by its kind in its own
# folder, in the list of models and in the scene reader's entry for it, nowhere else.
set -eu
cd "$1"
bad=0

# room may_include... : every include "room/file.h" in src/room is of one of these.
check() {
  room=$1
  shift
  for other in base math linalg mesh model matter contact world; do
    case " $* " in *" $other "*) continue ;; esac
    if grep -rn "^#include \"$other/" "src/$room" --include='*.[ch]'; then
      echo "src/$room must not include $other/: it may include $*" >&2
      bad=1
    fi
  done
}
check base base
check math base math
check linalg base math linalg
check mesh base math mesh
check model base math linalg mesh model
check matter base math linalg mesh model matter
check contact base math linalg mesh model matter contact
check world base math linalg mesh model matter contact world

# forbid TEXT FILES... : the pattern is in none of them.
forbid() {
  pattern=$1 why=$2
  shift 2
  if grep -rnE "$pattern" "$@" --include='*.[ch]'; then
    echo "$why" >&2
    bad=1
  fi
}
forbid '^#include "pliant/(body|model|model_[a-z]*|world|attachment|statics|subspace|detail)\.h"' \
  "these rooms know no bodies" src/base src/math src/linalg
forbid '^#include "(world|model)/' "io reads and writes through the public interface" io
forbid '^#include "(scene|cache|picture)/' "the library knows no files" src

# kinds of models
for kind in $(sed -n 's/^  PL_MODEL_\([A-Z]*\) = .*/\1/p' include/pliant/body.h); do
  name=$(echo "$kind" | tr '[:upper:]' '[:lower:]')
  [ -f "include/pliant/model_$name.h" ] || { echo "there is no include/pliant/model_$name.h" >&2; bad=1; }
  [ -f "io/scene/model/$name.c" ] || { echo "there is no io/scene/model/$name.c" >&2; bad=1; }
  known=$(grep -rlw "PL_MODEL_$kind" include src io --include='*.[ch]' |
    grep -vE "^(include/pliant/body.h|src/model/$name/.*|io/scene/model/$name.c)$" || true)
  if [ -n "$known" ]; then
    echo "PL_MODEL_$kind is known in: $known" >&2
    bad=1
  fi
  users=$(grep -rlE "^#include \"(model/$name/|pliant/model_$name\.h\")" src --include='*.[ch]' |
    grep -vE "^src/model/($name/.*|model.c)$" || true)
  if [ -n "$users" ]; then
    echo "only src/model/$name and the list of models include headers of the $name model; so do: $users" >&2
    bad=1
  fi
  # the world, matter and contact read no model's part of a definition
  forbid "def(\.|->)$name\." "only src/model/$name reads the definition of the $name model" \
    src/world src/matter src/contact
done
exit $bad
