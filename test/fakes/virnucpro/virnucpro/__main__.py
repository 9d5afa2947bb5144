import sys

from .options import parse
from .profile import profile
from .run import predict

name, values = parse(sys.argv[1:])
sys.exit(predict(values) if name == "predict" else profile(values))
