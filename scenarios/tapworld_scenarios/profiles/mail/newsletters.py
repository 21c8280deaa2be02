from tapworld_scenarios.profiles.mail.thread import Thread
from tapworld_scenarios.profiles.personas import Persona
def newsletters(persona: Persona) -> list[Thread]:
    return []
