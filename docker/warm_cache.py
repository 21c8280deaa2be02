"""Make every persona's databases; ``TAPWORLD_CACHE`` says where they are kept."""

from tapworld_scenarios import load_catalog, personas, profile_database

for app in load_catalog().apps:
    for profile in personas():
        profile_database(profile, app)
