"""A flag that is 1 if any of some variables is non-zero."""

from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable


class NonZeroFlagPropagator(Propagator):
    """The first variable is 1 when any of the others is non-zero, and 0 when all are zero."""

    def __init__(self, variables: list[Variable]) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.zeros = [variable.bit(0) for variable in variables]
        self.one = variables[0].bit(1)

    def propagate(self, engine: Engine) -> int:
        flag = self.variables[0]
        if not engine.narrow(flag, flag.bits & (self.zeros[0] | self.one)):
            return FAILED
        can_be_nonzero = 0
        candidate = 0
        for index in range(1, len(self.variables)):
            bits = self.variables[index].bits
            zero = self.zeros[index]
            if bits & zero == 0:
                return ENTAILED if engine.narrow(flag, flag.bits & self.one) else FAILED
            if bits != zero:
                can_be_nonzero += 1
                candidate = index
        if can_be_nonzero == 0:
            return ENTAILED if engine.narrow(flag, flag.bits & self.zeros[0]) else FAILED
        if flag.bits == self.zeros[0]:
            for index in range(1, len(self.variables)):
                engine.narrow(self.variables[index], self.zeros[index])
            return ENTAILED
        if flag.bits == self.one and can_be_nonzero == 1:
            last = self.variables[candidate]
            engine.narrow(last, last.bits & ~self.zeros[candidate])
            return ENTAILED
        return RAN
