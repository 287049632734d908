"""The statistical tests of a comparison, as in `scrolltrace triage --baseline`."""
import math

LEVEL = 0.01


def fisher(hits, count, other_hits, other_count):
    """Fisher's exact test, two-sided."""
    together = hits + other_hits
    least, most = max(0, together - other_count), min(count, together)
    if least >= most:
        return 1.0
    # Relative to the most probable table, so that nothing overflows.
    mode = min(most, max(least, (together + 1) * (count + 1) // (count + other_count + 2)))
    def quotient(x):
        return (count - x) * (together - x) / ((x + 1) * (other_count - together + x + 1))
    weights = {mode: 1.0}
    for x in range(mode, most):
        weights[x + 1] = weights[x] * quotient(x)
    for x in range(mode - 1, least - 1, -1):
        weights[x] = weights[x + 1] / quotient(x)
    limit = weights[hits] * (1 + 1e-7)
    extreme = math.fsum(weight for weight in weights.values() if weight <= limit)
    return min(1.0, extreme / math.fsum(weights.values()))


def corrected(probabilities):
    """Holm's correction: among many problems some differ by chance alone."""
    found, floor = list(probabilities), 0.0
    order = sorted(range(len(found)), key=lambda index: (probabilities[index], index))
    for rank, index in enumerate(order):
        floor = max(floor, min(1.0, probabilities[index] * (len(found) - rank)))
        found[index] = floor
    return found


def share(hits, count):
    return hits / count if count else 0.0


def wilson(hits, count):
    """The 95 % interval of a proportion: its lower and its upper end."""
    if count == 0:
        return 0.0, 1.0
    z, p = 1.959964, hits / count
    center = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return max(0.0, min(p, center - half)), min(1.0, max(p, center + half))


def change(new, old, now, before, probability):
    if old == 0:
        return "new"
    if new == 0:
        return "gone"
    if probability >= LEVEL:
        return "same"
    return "more" if now > before else "fewer"
