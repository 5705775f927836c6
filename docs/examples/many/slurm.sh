#!/bin/bash
# One part of an exploration on Slurm, and again from its checkpoint when it was
# interrupted: by its time limit, a preemption, or a node that failed.
#
#   mkdir work
#   id=$(sbatch --parsable slurm.sh large.yaml work)
#   sbatch --dependency="afterany:$id" --wrap 'evsim explore merge work/*.ndjson -o work/orders.txt'
#
# work/orders.txt is then what evsim explore large.yaml writes that is not divided,
# byte for byte.
#
# Further arguments go to evsim explore, such as --policy node22.
#SBATCH --job-name=evsim
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=evsim-%A-%a.log
set -u
scenario=${1:?the scenario} work=${2:?a folder that all nodes share}
shift 2
part=$SLURM_ARRAY_TASK_ID

srun evsim explore "$scenario" "$@" --shard "$part/$SLURM_ARRAY_TASK_COUNT" \
  --workers "$SLURM_CPUS_PER_TASK" --budget memory=1800MB \
  --resume "$work/$part.checkpoint" --format ndjson -o "$work/$part.ndjson"
code=$?

# Above 128 a signal ended it. 3 is a limit of its budget, and 2 a wrong file or
# command line: to do these again would end in the same way.
if ((code > 128 && ${SLURM_RESTART_COUNT:-0} < 20)); then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
