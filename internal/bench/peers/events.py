"""A timer workload on SimPy, whose name is the argument, with callbacks and not
processes: prints nanoseconds of processor time for each callback."""
import random
import sys
import time

import simpy


def delay():
    return random.randint(1, 10_000)


def measure(name, callbacks, run):
    before = time.process_time()
    run()
    print(name, (time.process_time() - before) * 1e9 / callbacks)


def one_shot(count):
    env = simpy.Environment()
    for _ in range(count):
        env.timeout(delay()).callbacks.append(lambda event: None)
    env.run()


def hold(pending, count):
    env = simpy.Environment()

    def again(event):
        env.timeout(delay()).callbacks.append(again)

    for _ in range(pending):
        again(None)
    for _ in range(pending):
        env.step()

    def steps():
        for _ in range(count):
            env.step()

    measure("Hold/%d" % pending, count, steps)


def intervals():
    env = simpy.Environment()
    fired = [0]

    def every(period):
        def again(event):
            fired[0] += 1
            env.timeout(period).callbacks.append(again)
        env.timeout(period).callbacks.append(again)

    for i in range(1000):
        every(1000 + 9 * i)
    before = time.process_time()
    env.run(until=3_600_000)
    print("Intervals", (time.process_time() - before) * 1e9 / fired[0])


workload = sys.argv[1]
kind, _, pending = workload.partition("/")
random.seed(1)
if kind == "OneShot":
    measure(workload, 1_000_000, lambda: one_shot(1_000_000))
elif kind == "Hold":
    hold(int(pending), 100_000)
else:
    intervals()
