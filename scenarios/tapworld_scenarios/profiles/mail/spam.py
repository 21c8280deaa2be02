from tapworld_scenarios.profiles.mail.thread import Thread
from tapworld_scenarios.profiles.personas import Persona
def spam(persona: Persona) -> list[Thread]:
    return []
