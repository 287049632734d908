"""Random changes of the workbench's panel, as script."""

import json


def scene_change(chance, gestures, end):
    """A random change that a scene and a script can express."""
    touches = [g["index"] for g in gestures if g["kind"] == "touch"]
    number = chance.choice(touches) if touches else None
    forms = [f"setKey('behavior', 'interval({chance.randrange(100, 500)})')", f"setEdit('spacing', '{chance.randrange(0, 40)}')",
             f"setEdit('item-size', '{chance.randrange(80, 400)}')", f"setEdit('refresh', '{chance.choice([60, 80, 120])}')",
             f"addFling({chance.randrange(-2000, 2000)}, {chance.uniform(0, end):.3f})"]
    if number is not None:
        forms += [f"setEdit('gesture {number} velocity', '{chance.randrange(-2500, 2500)}')", f"setEdit('gesture {number} drop', '')",
                  f"setEdit('gesture {number} end', '{chance.randrange(-80, 80)}')"]
    return chance.choice(forms)


def random_change(chance, gestures, keys, end):
    """A random change of the panel as script."""
    kind = chance.randrange(9)
    if kind == 0:
        name, words = chance.choice(keys)
        return f"setKey({json.dumps(name)}, {json.dumps(chance.choice(words + ['']))})"
    if kind == 1:
        text = chance.choice(["none", "paging", "view-aligned", "view-aligned(limit: always-by-one)", "view-aligned(anchor: center)",
                              f"interval({chance.randrange(40, 700)})", "offsets([0, 300, 900])", "scroll-snap(mandatory)"])
        return f"setKey('behavior', {json.dumps(text)})"
    if kind == 2 and gestures:
        return f"setEdit('gesture {chance.choice(gestures)} velocity', '{chance.randrange(-4000, 4000)}')"
    if kind == 3 and gestures:
        return f"setEdit('gesture {chance.choice(gestures)} end', '{chance.randrange(-300, 300)}')"
    if kind == 4 and gestures:
        return f"setEdit('gesture {chance.choice(gestures)} at', '{chance.uniform(0, end):.6f} s')"
    if kind == 5 and gestures:
        return f"setEdit('gesture {chance.choice(gestures)} drop', {chance.choice(['null', repr('')])})"
    if kind == 6:
        return f"addFling({chance.randrange(-3000, 3000)}, {chance.uniform(0, end * 1000):.3f})"
    if kind == 7:
        name, value = chance.choice([("spacing", chance.randrange(0, 60)), ("item-size", chance.randrange(20, 500)),
                                     ("container", f"{chance.randrange(100, 900)}x{chance.randrange(100, 900)}"),
                                     ("direction", chance.choice(["rtl", "ltr"])), ("refresh", chance.choice([60, 80, 120])),
                                     ("insets", f"{chance.randrange(40)},{chance.randrange(40)},0,0")])
        return f"setEdit('{name}', '{value}')"
    return chance.choice(["undo()", "redo()", "undo()", "changeState(whatIf.start)"])
