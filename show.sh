sc2 () 
{ 
    rm -rf /tmp/wg/o3;
    cd /tmp/wg/repo;
    wgs ab --gpus 0 --runs 3 --pass-env SLURM_CONF --out /tmp/wg/o3 "$@" 2>&1 | grep -v -E "trials|^Base|^Head: [0-9a-f]|^warning: other";
    show /tmp/wg/o3
}
