"""The chances of a composition: whole games played through the engine by players who know what people would know."""

from games.simulation.odds import Odds, wilson
from games.simulation.run import POLICY, matters, simulate

__all__ = ["POLICY", "Odds", "matters", "simulate", "wilson"]
